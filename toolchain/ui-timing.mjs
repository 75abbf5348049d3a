// Prints how quick the page is with 100,000 interactions, and how large it is. No test asserts a
// time. Given the address of a page that shows as many (`standin inspect`), it measures that one in
// place of made-up data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launch, open } from '../test/ui/browser.ts';
import { startFakeApi } from '../test/ui/fake-api.ts';

const COUNT = 100_000;
const assets = join(import.meta.dirname, '../dist/ui/assets');
for (const file of readdirSync(assets)) {
  console.log(
    `${file}: ${(gzipSync(readFileSync(join(assets, file)), { level: 9 }).length / 1024).toFixed(1)} KiB gzipped`,
  );
}

const [address] = process.argv.slice(2);
const fake =
  address === undefined
    ? await startFakeApi({ count: COUNT })
    : { url: address, close: async () => undefined };
const browser = await launch();
const { page } = await open(browser, 'about:blank');

const starts = [];
for (let round = 0; round < 5; round++) {
  await page.goto('about:blank');
  const began = performance.now();
  await page.goto(fake.url);
  await page.locator(`#row-${COUNT} .c-time`).waitFor();
  starts.push(performance.now() - began);
}
console.log(
  `interactive with ${COUNT.toLocaleString('en-US')} rows: ${middle(starts)} ms (median of 5, from the address to rows that are drawn)`,
);

const session = await page.context().newCDPSession(page);
await page.evaluate(() => {
  globalThis.longTasks = [];
  new PerformanceObserver((list) =>
    globalThis.longTasks.push(...list.getEntries().map((entry) => entry.duration)),
  ).observe({
    type: 'longtask',
  });
});
const frames = await page.evaluate(async () => {
  const list = document.querySelector('.list');
  list.scrollTop = 0;
  const times = [];
  let last = performance.now();
  for (let frame = 0; frame < 240; frame++) {
    list.scrollTop += 140;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times.sort((one, other) => one - other);
});
const long = await page.evaluate(() => globalThis.longTasks);
console.log(
  `scrolling 240 frames of 140 px: frame p50 ${frames[120].toFixed(1)} ms, p95 ${frames[228].toFixed(1)} ms, long tasks ${long.length} (${Math.round(long.reduce((sum, each) => sum + each, 0))} ms)`,
);
console.log(
  `rows that are mounted: ${await page.locator('[role=option]').count()}, elements in all: ${await page.evaluate(() => document.querySelectorAll('*').length)}`,
);

const keystrokes = [];
const told = [];
await page.locator('input').focus();
for (const key of 'method:post') {
  const [painted, answered] = await page.evaluate(async (letter) => {
    const input = document.querySelector('input');
    const began = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(
      input,
      input.value + letter,
    );
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const painted = performance.now() - began;
    while (document.querySelector('#filter-told').textContent === 'Searching…')
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return [painted, performance.now() - began];
  }, key);
  keystrokes.push(painted);
  told.push(answered);
}
console.log(
  `filter: keystroke to paint ${middle(keystrokes)} ms (two frames), longest ${Math.round(Math.max(...keystrokes))} ms; to the answer ${middle(told)} ms with this server`,
);

await page.goto(`${fake.url}#/i/50000`);
await page.locator('.detail').waitFor();
await page.locator('.list').focus();
const moves = [];
for (let move = 0; move < 20; move++) {
  const began = performance.now();
  const seq = Number(await page.locator('[aria-selected=true] .c-seq').innerText());
  await page.keyboard.press('j');
  await page.getByRole('region', { name: `Interaction ${seq + 1}` }).waitFor();
  moves.push(performance.now() - began);
}
console.log(`j to the next detail: ${middle(moves)} ms, with the time that the driver takes`);
const { usedSize } = await session.send('Runtime.getHeapUsage');
console.log(`heap: ${(usedSize / 1e6).toFixed(1)} MB`);
await browser.close();
await fake.close();

function middle(times) {
  return Math.round(times.sort((one, other) => one - other)[times.length >> 1]);
}
