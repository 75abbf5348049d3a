// Takes the picture of the README that shows a real run: a page over the mock next to what the
// Inspector shows of it. An argument names another folder for it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveExample } from '../test/examples/served.ts';
import { launch } from '../test/ui/browser.ts';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'docs/images');
mkdirSync(folder, { recursive: true });

const browser = await launch();
await frontend();
await browser.close();

/**
 * The example of Vite, after a user was removed, one call was answered with 503 and one was
 * refused.
 */
async function frontend() {
  await using served = await serveExample('vite');
  const context = await newContext();
  const users = await context.newPage();
  await users.setViewportSize({ width: 330, height: 640 });
  await users.goto(served.url);
  await users.getByRole('button', { name: 'Remove Daichi 山田' }).click();
  await users.getByText('Remove Daichi').waitFor({ state: 'detached' });
  await users.evaluate(async () => {
    await fetch('/api/users/1');
    await fetch('/api/users/2');
    await fetch('/api/users/3', { headers: { prefer: 'code=503' } });
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/users', {
      method: 'POST',
      headers,
      body: '{"name":1,"emial":"zoe@example.com"}',
    });
  });
  await users.addStyleTag({
    content:
      'body { font: 17px/1.9 system-ui, sans-serif; margin: 28px } button { font: inherit } ul { padding-left: 20px }',
  });
  const inspector = await context.newPage();
  await inspector.setViewportSize({ width: 900, height: 640 });
  await inspector.goto(new URL('/__standin/', served.url).href);
  await inspector.locator('[role=option]').last().click();
  await inspector.locator('.detail').waitFor();
  await inspector.getByRole('tab', { name: 'Response' }).click();
  await inspector.locator('summary', { hasText: 'Header fields' }).click();
  await inspector.waitForTimeout(500);
  const [left, right] = [await users.screenshot(), await inspector.screenshot()];
  const image = (bytes) =>
    `<img src="data:image/png;base64,${bytes.toString('base64')}" style="border:1px solid #8884;border-radius:6px">`;
  const both = await context.newPage();
  await both.setViewportSize({ width: 1258, height: 660 });
  await both.setContent(
    `<body style="margin:8px;display:flex;gap:10px;background:#fff">${image(left)}${image(right)}`,
  );
  await both.screenshot({ path: join(folder, 'page-and-inspector.png') });
  await context.close();
}

function newContext() {
  return browser.newContext({ locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light' });
}
