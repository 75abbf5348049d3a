// Stops the whole run with one sentence where the Node is too old to run the sources.

const NODE_MAJOR_MIN = 22;

export default function setup(): void {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    throw new Error(`The tests need Node ${NODE_MAJOR_MIN}; this is ${process.version}. Run them with "npm test".`);
  }
}
