// Loaded before a replica: its clock is some hours off.

const offMs = Number(process.env['STANDIN_CLOCK_HOURS'] ?? 0) * 3_600_000;
const RealDate = Date;
const now = (): number => RealDate.now() + offMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given) => Reflect.construct(real, given.length === 0 ? [now()] : given, real),
  apply: () => new RealDate(now()).toString(),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
});
