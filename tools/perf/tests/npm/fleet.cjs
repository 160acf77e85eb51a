// SPDX-License-Identifier: GPL-2.0-only
// fleet.cjs PAGE TRUTH: the queries of perf-fleet(1), as they stand there, over the folder fleet/; TRUTH is fleet.py's.
const fs = require("fs");
const [page, truthPath] = process.argv.slice(2);
const truth = JSON.parse(fs.readFileSync(truthPath));
const queries = {};
for (const m of fs.readFileSync(page, "utf8").matchAll(/^----\n-- (duckdb|clickhouse): (\w+)\n([^]*?)\n----$/gm))
  queries[`${m[1]} ${m[2]}`] = m[3];
let failed = false;
const asked = new Set();

function same(what, want, got) {
  if (JSON.stringify(want) === JSON.stringify(got))
    return;
  console.log(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`);
  failed = true;
}

function check(engine, ask) {
  return (async () => {
    const top = await ask(`${engine} top`);
    same(`${engine}: top stacks`, Object.entries(truth.stacks).sort((a, b) => b[1] - a[1]),
      top.map((r) => [r.stack, Number(r.samples)]));
    same(`${engine}: hosts`, truth.recordings / 2, Number(top[0].hosts));
    const worse = (await ask(`${engine} worse`))[0];
    same(`${engine}: what got worse`, ["server", "[no name]"], [worse.file, worse.function]);
    same(`${engine}: its shares`, truth.server, [Number(worse.was), Number(worse.is)]);
    const before = worse.before.split(" "), now = worse.now.split(" ");
    same(`${engine}: another build is there, beside the one before`, [1, 2, true], [before.length, now.length, now.includes(before[0])]);
    const losing = await ask(`${engine} losing`);
    same(`${engine}: hosts that lose`, Object.entries(truth.losing).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
      losing.map((r) => [r.host, Number(r.lost)]));
  })();
}

async function duckdb() {
  const { DuckDBInstance } = require("@duckdb/node-api");
  const c = await (await DuckDBInstance.create(":memory:")).connect();
  const rows = async (sql) => (await c.runAndReadAll(sql)).getRowObjectsJson();
  const ask = (name) => {
    asked.add(name);
    return rows(queries[name]);
  };
  await ask("duckdb views");
  await check("duckdb", ask);
  const builds = await ask("duckdb builds");
  same("builds of each day", [["2026-11-20", 1], ["2026-11-21", 2]],
    ["2026-11-20", "2026-11-21"].map((day) => [day, builds.filter((b) => b.dso === "server" && b.day === day).length]));
  const [bad, good] = builds.filter((b) => b.dso === "server" && b.day === "2026-11-21");
  same("the build that takes more", true, Number(bad.samples_a_host) > 10 * Number(good.samples_a_host));
  const sum = "SELECT count(*) AS n, sum(period)::VARCHAR AS p, sum(len(stack)) AS frames, count(DISTINCT build_id) AS b FROM ";
  await ask("duckdb parquet");
  same("parquet has all of it", await rows(sum + "samples"),
    await rows(sum + "read_parquet('fleet/parquet/*/*.parquet', hive_partitioning = true)"));
}

async function clickhouse() {
  const { query } = require("chdb");
  await check("clickhouse", async (name) => {
    asked.add(name);
    return query(queries[name].replace(/;\s*$/, ""), "JSONEachRow").split("\n").filter(Boolean).map(JSON.parse);
  });
}

(async () => {
  await duckdb();
  await clickhouse();
  same("queries of the page that were not asked", [], Object.keys(queries).filter((k) => !asked.has(k)));
  process.exit(failed ? 1 : 0);
})().catch((e) => {
  console.log(e);
  process.exit(1);
});
