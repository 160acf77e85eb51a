// SPDX-License-Identifier: GPL-2.0-only
// fleet.cjs PAGE README TRUTH: the queries of perf-fleet(1) and of the README, as they stand there, over the folder fleet/; TRUTH is fleet.py's.
const fs = require("fs");
const [page, readmePath, truthPath] = process.argv.slice(2);
const truth = JSON.parse(fs.readFileSync(truthPath));
const queries = {};
for (const m of fs.readFileSync(page, "utf8").matchAll(/^----\n-- (duckdb|clickhouse): (\w+)\n([^]*?)\n----$/gm))
  queries[`${m[1]} ${m[2]}`] = m[3];
// The README's: several statements in a block, each below its name.
const readme = {};
for (const block of fs.readFileSync(readmePath, "utf8").matchAll(/^```sql\n([^]*?)\n```$/gm))
  for (const m of block[1].matchAll(/^-- (duckdb|clickhouse|both): (\w+)\n([^]*?)(?=\n\n-- |$(?![^]))/gm))
    readme[`${m[1]} ${m[2]}`] = m[3].split(/;\s*(?:\n|$)/).filter((s) => s.trim());
let failed = false;
const asked = new Set();

function same(what, want, got) {
  if (JSON.stringify(want) === JSON.stringify(got))
    return;
  console.log(`${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`);
  failed = true;
}

// The three questions; BUILDS makes a list of what a row has of them.
function check(engine, ask, builds = (s) => s.split(" ")) {
  return (async () => {
    const top = await ask(`${engine} top`);
    same(`${engine}: top stacks`, Object.entries(truth.stacks).sort((a, b) => b[1] - a[1]),
      top.map((r) => [r.stack, Number(r.samples)]));
    same(`${engine}: hosts`, truth.recordings / 2, Number(top[0].hosts));
    const worse = (await ask(`${engine} worse`))[0];
    same(`${engine}: what got worse`, ["server", "[no name]"], [worse.file, worse.function]);
    same(`${engine}: its shares`, truth.server, [worse.was, worse.is].map((n) => Number(Number(n).toFixed(2))));
    const before = builds(worse.before), now = builds(worse.now);
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

// The README's words: views of each engine, and questions that are the same for both.
async function ofReadme() {
  const used = new Set();
  const words = (name) => {
    used.add(name);
    if (!readme[name])
      throw new Error(`the README has no query "${name}"`);
    return readme[name];
  };
  const { DuckDBInstance } = require("@duckdb/node-api");
  const c = await (await DuckDBInstance.create(":memory:")).connect();
  for (const s of words("duckdb views"))
    await c.run(s);
  await check("README, duckdb", async (name) => (await c.runAndReadAll(words(name.replace(/.* /, "both "))[0])).getRowObjectsJson(), (b) => b);
  const { Session } = require("chdb");
  const session = new Session();
  for (const s of words("clickhouse views"))
    session.query(s);
  await check("README, clickhouse", async (name) => session.query(words(name.replace(/.* /, "both "))[0], "JSONEachRow").split("\n")
    .filter(Boolean).map(JSON.parse), (b) => b);
  session.cleanup();
  same("what the README has", ["both losing", "both top", "both worse", "clickhouse views", "duckdb views"], [...used].sort());
  same("queries of the README that were not asked", [], Object.keys(readme).filter((k) => !used.has(k)));
}

(async () => {
  await duckdb();
  await clickhouse();
  await ofReadme();
  same("queries of the page that were not asked", [], Object.keys(queries).filter((k) => !asked.has(k)));
  process.exit(failed ? 1 : 0);
})().catch((e) => {
  console.log(e);
  process.exit(1);
});
