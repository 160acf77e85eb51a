// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints, in hex, the Intel PT packets of one run through module/flow.S: encoded by libipt, whose
 * decoder is not in this. The address is the argument; with a second one, of so many bytes of code there
 * without a branch. The module writes the PSB+ before them, as
 * only it knows the time.
 */
#include <intel-pt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t bytes[256];

static void put(struct pt_encoder *encoder, struct pt_packet packet)
{
	int err = pt_enc_next(encoder, &packet);

	if (err < 0) {
		fprintf(stderr, "packet type %d: %s\n", packet.type, pt_errstr(pt_errcode(err)));
		exit(1);
	}
}

static struct pt_packet ip(enum pt_packet_type type, uint64_t address, enum pt_ip_compression compression)
{
	return (struct pt_packet){ .type = type, .payload.ip = { .ip = address, .ipc = compression } };
}

/* module/flow.S at @base. */
static void put_flow(struct pt_encoder *encoder, uint64_t base)
{
	put(encoder, ip(ppt_tip_pge, base, pt_ipc_sext_48));
	/* jne: taken, taken, not taken; both ret: taken. The oldest is the highest bit. */
	put(encoder,
	    (struct pt_packet){ .type = ppt_tnt_8, .payload.tnt = { .bit_size = 5, .payload = 0x1b } });
	put(encoder, ip(ppt_tip, base + 0x40, pt_ipc_update_16));
	put(encoder, ip(ppt_fup, base + 0x42, pt_ipc_update_16));
	put(encoder, ip(ppt_tip_pgd, 0, pt_ipc_suppressed));
}

/* Code without a branch. */
static void put_straight(struct pt_encoder *encoder, uint64_t base, uint64_t size)
{
	put(encoder, ip(ppt_tip_pge, base, pt_ipc_sext_48));
	put(encoder, ip(ppt_fup, base + size, pt_ipc_sext_48));
	put(encoder, ip(ppt_tip_pgd, 0, pt_ipc_suppressed));
}

int main(int argc, char **argv)
{
	struct pt_config config;
	struct pt_encoder *encoder;
	uint64_t base, at, i;

	if (argc != 2 && argc != 3)
		return 129;
	base = strtoull(argv[1], NULL, 0);
	pt_config_init(&config);
	config.begin = bytes;
	config.end = bytes + sizeof(bytes);
	encoder = pt_alloc_encoder(&config);
	if (!encoder)
		return 1;
	if (argc == 3)
		put_straight(encoder, base, strtoull(argv[2], NULL, 0));
	else
		put_flow(encoder, base);
	if (pt_enc_get_offset(encoder, &at) < 0)
		return 1;
	for (i = 0; i < at; i++)
		printf("%02x", bytes[i]);
	putchar('\n');
	pt_free_encoder(encoder);
	return 0;
}
