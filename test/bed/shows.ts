// Whether a planted fault shows. A race shows only where two requests meet in time, so a busy
// machine gets more than one try.

const TRIES = 5;

/** Whether one of some tries shows the fault; each begins with a service of its own. */
export async function showsSoon(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) if (await attempt()) return true;
  return false;
}
