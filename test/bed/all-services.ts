// All services that `npm run bed` verifies, in one form: each with the row of the table that counts
// it, and a way to try it with a seed.

import { faults } from './faults/index.ts';
import { twins } from './hard/twins.ts';
import { type HoldOptions, SEEDS } from './hold.ts';
import { lateServices, staleServices } from './late/services.ts';
import { holdLate, toldBy } from './late/try.ts';
import { odd } from './odd.ts';
import { correctTasks } from './patch/correct.ts';
import { taskBases, taskFaults } from './patch/faults/index.ts';
import { tryCorrectTasks, tryTaskFault } from './patch/try.ts';
import { plain } from './plain.ts';
import { articles, orders, tasks } from './specified/contracts.ts';
import { lies } from './specified/lies.ts';
import { tryLie } from './specified/try.ts';
import { quick, tardy, tryCorrect, tryFault } from './try.ts';

/** What came of a service. */
export interface TriedService {
  /** `named`, `found` and `missed` of a faulty one, `spared` and `accused` of a correct one. */
  readonly result: 'named' | 'found' | 'missed' | 'spared' | 'accused';
  /** What the run said, a line each. */
  readonly told: readonly string[];
  readonly requests: number;
  /** The laws of the findings, the first one first. */
  readonly laws: readonly string[];
  /** How many requests were sent for each law. */
  readonly spent: ReadonlyMap<string, number>;
  /** How many requests were sent when the first finding was there; absent if that is not counted. */
  readonly untilFound?: number | null;
}

/** How a service is tried. */
export type TryOptions = Required<Pick<HoldOptions, 'seed'>> &
  Pick<HoldOptions, 'slowMs' | 'withinMs'>;

/** A service of the bed. */
export interface BedService {
  /** The row of the table that counts it. It begins with `faulty` or `correct`. */
  readonly row: string;
  readonly name: string;
  /** Whether it can answer as slowly as the options say. */
  readonly canBeSlow?: boolean;
  readonly try: (options: TryOptions) => Promise<TriedService>;
}

function correct(complaints: readonly string[]): Pick<TriedService, 'result' | 'told' | 'laws'> {
  return { result: complaints.length > 0 ? 'accused' : 'spared', told: complaints, laws: [] };
}

const faultyUsers = [plain, odd].flatMap((base) =>
  faults
    .filter(({ notIn }) => notIn?.[base.name] === undefined)
    .map(
      (fault): BedService => ({
        row: `faulty: ${fault.kind}`,
        name: `${fault.name} in ${base.name}`,
        canBeSlow: true,
        try: (options) => tryFault(base, fault, options),
      }),
    ),
);

const correctUsers = [...quick, ...tardy].map(
  (service): BedService => ({
    row: 'correct',
    name: service.name,
    // Those that make a run wait count in a time of their own.
    canBeSlow: quick.includes(service),
    try: async (options) => {
      const one = await tryCorrect(service, options);
      return { ...one, ...correct(one.complaints) };
    },
  }),
);

/** `thorough` looks for the faults that they look like. */
const correctTwins = twins.map(
  (service): BedService => ({
    row: 'correct: twins of hard faults',
    name: service.name,
    try: async (options) => {
      const one = await tryCorrect(service, { ...options, budget: 'thorough', withinMs: 300_000 });
      return { ...one, ...correct(one.complaints) };
    },
  }),
);

const faultyTasks = taskBases.flatMap((base) =>
  taskFaults
    .filter(({ notIn }) => notIn?.[base.name] === undefined)
    .map(
      (fault): BedService => ({
        row: 'faulty: PATCH',
        name: `${fault.name} in ${base.name}`,
        canBeSlow: true,
        try: (options) => tryTaskFault(base, fault, options),
      }),
    ),
);

const correctPatches = correctTasks.map(
  ({ name, choices }): BedService => ({
    row: 'correct: PATCH',
    name,
    canBeSlow: true,
    try: async (options) => {
      const one = await tryCorrectTasks(choices, options);
      return { ...one, ...correct(one.complaints) };
    },
  }),
);

const HARMED = 'what was there before is not as it was';

const liars = lies.map(
  ({ name, face, code, lie }): BedService => ({
    row: 'faulty: what is specified',
    name,
    try: async (options) => {
      const { findings, isUnharmed, requests, spent } = await tryLie(face, lie, options);
      const isNamed = isUnharmed && findings.some((one) => one.code === code);
      const told = findings.map(({ law, message }) => `${law}: ${message}`);
      return {
        result: isNamed ? 'named' : findings.length > 0 ? 'found' : 'missed',
        told: isUnharmed ? told : [HARMED, ...told],
        laws: findings.map(({ law }) => law),
        requests,
        spent,
      };
    },
  }),
);

const truthful = [tasks, articles, orders].map(
  (face): BedService => ({
    row: 'correct: what is specified',
    name: face.name,
    try: async (options) => {
      const { findings, isUnharmed, requests, spent } = await tryLie(face, {}, options);
      const complaints = findings.map(
        ({ law, message, actual }) => `${law}: ${message}: ${actual}`,
      );
      if (!isUnharmed) complaints.push(HARMED);
      return { ...correct(complaints), requests, spent };
    },
  }),
);

const stale = staleServices(1).map(
  ({ name }, index): BedService => ({
    row: 'faulty: stale reads',
    name,
    try: async ({ seed }) => {
      const service = staleServices(seed)[index];
      if (service === undefined) throw new Error(`there is no service ${name}`);
      const held = await holdLate(service, seed);
      const isNamed = held.findings.some(({ code }) => service.codes.includes(code));
      return {
        result: isNamed ? 'named' : held.findings.length > 0 ? 'found' : 'missed',
        told: toldBy(held),
        laws: held.findings.map(({ law }) => law),
        requests: held.requests,
        spent: held.spent,
        untilFound: held.untilFound,
      };
    },
  }),
);

const late = lateServices(1).map(
  ({ name }, index): BedService => ({
    row: 'correct: late reads',
    name,
    try: async ({ seed }) => {
      const service = lateServices(seed)[index];
      if (service === undefined) throw new Error(`there is no service ${name}`);
      const held = await holdLate(service, seed);
      const isHarmed = held.stored !== JSON.stringify(SEEDS);
      const harm = isHarmed ? ['what was there before is not as it was'] : [];
      const { requests, spent } = held;
      return { ...correct([...toldBy(held), ...harm]), requests, spent };
    },
  }),
);

export const allServices: readonly BedService[] = [
  ...faultyUsers,
  ...correctUsers,
  ...correctTwins,
  ...faultyTasks,
  ...correctPatches,
  ...liars,
  ...truthful,
  ...stale,
  ...late,
];
