// Runs scripts of package.json at the same time: node toolchain/together.mjs <names>. Prints the
// output of each in one piece when it ends, and ends with 1 if one of them failed.
import { spawn } from 'node:child_process';

const names = process.argv.slice(2);
const codes = await Promise.all(names.map(run));
if (names.length === 0 || codes.some((code) => code !== 0)) process.exitCode = 1;

function run(name) {
  const child = spawn('npm', ['run', '-s', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  return new Promise((done) => {
    child.once('error', (error) => done(tell(name, 1, `${error.message}\n`)));
    child.once('close', (code, signal) =>
      done(tell(name, code ?? 1, signal === null ? printed : `${printed}ended by ${signal}\n`)),
    );
  });
}

function tell(name, code, printed) {
  process.stdout.write(code === 0 ? printed : `${printed}npm run ${name}: ended with ${code}\n`);
  return code;
}
