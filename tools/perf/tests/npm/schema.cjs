// SPDX-License-Identifier: GPL-2.0-only
// schema.cjs SCHEMA FILE...: each file is one that the schema takes.
const fs = require("fs");
const Ajv = require("ajv");

const [schema, ...files] = process.argv.slice(2);
const fits = new Ajv({ strict: false }).compile(JSON.parse(fs.readFileSync(schema, "utf8")));
let bad = files.length === 0;
for (const file of files)
  if (!fits(JSON.parse(fs.readFileSync(file, "utf8")))) {
    console.log(`${file}: ${JSON.stringify(fits.errors).slice(0, 500)}`);
    bad = true;
  }
process.exit(bad ? 1 : 0);
