// `npm run bench:pages`: a mixed load (70 % GET of one user, 10 % pages of 100, 10 % POST, 10 % PUT)
// on Standin with 1,000 and 100,000 users (and with --huge, one million), beside the bare server,
// whose answers are constant. Servers take turns, round by round. Exit code 0 whatever the numbers
// are.

import { stayAwake } from './awake.ts';
import { restedCpuNs } from './cpu.ts';
import { percentileOf, ratioOf, spreadOf } from './figures.ts';
import { openClient } from './load.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { type Server, servers } from './servers.ts';
import { draftOf } from './users.ts';
import { openWorkshop } from './workshop.ts';

const SIZES = process.argv.includes('--huge') ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
const PAGE = 100;
const ROUNDS = 5;
/** Cycles of ten requests in a round. */
const CYCLES = 400;

interface Entrant {
  readonly name: string;
  readonly users: number;
  readonly page: string;
  /** The bare server answers 201 to all that has a body. */
  readonly replaced: number;
  readonly cpuUs: number[];
  readonly pageMs: number[];
}

const sorts = [
  ['pages', ''],
  ['sorted pages', '_sort=name&'],
] as const;
const standin: Server = {
  ...servers.standin,
  start: (...given) => [...servers.standin.start(...given), '--pin', 'query.dialect=json-server-0'],
};
const entrants: readonly (Entrant & { readonly server: Server })[] = [
  {
    name: 'bare',
    server: servers.bare,
    users: PAGE,
    page: '/users',
    replaced: 201,
    cpuUs: [],
    pageMs: [],
  },
  ...SIZES.flatMap((users) =>
    sorts.map(([name, sort]) => ({
      name: `${users} users, ${name}`,
      server: standin,
      users,
      page: `/users?${sort}_page=7&_limit=${PAGE}`,
      replaced: 200,
      cpuUs: [],
      pageMs: [],
    })),
  ),
];

const workshop = openWorkshop('none');
try {
  const starts = entrants.map(
    ({ server, users }) =>
      () =>
        startServer(server, workshop.createPlaces(users, 'notes')),
  );
  await withRunning(starts, async (running) => {
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, entrant] of entrants.entries())
        await takeTurn(entrant, running[index] as Running, round);
  });
} finally {
  workshop.close();
}

const bare = entrants[0]?.cpuUs ?? [];
for (const { name, cpuUs, pageMs } of entrants) {
  const sorted = Float64Array.from(pageMs).sort();
  console.log(
    `${name.padEnd(30)} CPU ${spreadOf(cpuUs)?.median.toFixed(0)} µs a request,` +
      ` ${ratioOf(cpuUs, bare)?.median.toFixed(2)} times bare;` +
      ` a page ${percentileOf(sorted, 0.5).toFixed(2)} ms, p99 ${percentileOf(sorted, 0.99).toFixed(2)} ms`,
  );
}

/** The first round is not counted. */
async function takeTurn(entrant: Entrant, running: Running, round: number): Promise<void> {
  using _awake = stayAwake();
  const client = await openClient(running.port, 1);
  const requests = Array.from({ length: CYCLES }, (_, cycle) =>
    cycleOf(entrant, round * CYCLES + cycle),
  ).flat();
  const status = [...Array.from({ length: 7 }, () => 200), 201, 200, entrant.replaced];
  try {
    const before = await restedCpuNs(running.pid);
    const { latenciesMs } = await client.run({ requests, count: requests.length, status });
    const after = await restedCpuNs(running.pid);
    if (round === 0 || before === null || after === null) return;
    entrant.cpuUs.push((after - before) / 1_000 / requests.length);
    entrant.pageMs.push(...latenciesMs.filter((_, at) => at % 10 === 8));
  } finally {
    client.close();
  }
}

/** Ten requests; the page comes right after a write. */
function cycleOf({ users, page }: Entrant, cycle: number): readonly Buffer[] {
  const id = (step: number): number => 1 + ((cycle * 7_919 + step * 104_729) % users);
  return [
    ...Array.from({ length: 7 }, (_, step) => plainRequest('GET', `/users/${id(step)}`)),
    jsonRequest('POST', '/users', draftOf(cycle)),
    plainRequest('GET', page),
    jsonRequest('PUT', `/users/${id(9)}`, draftOf(cycle)),
  ];
}
