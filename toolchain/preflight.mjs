// Says in one sentence what to do if this Node cannot run the sources.
const wanted = 24;
if (Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(
    `Standin is developed on Node ${wanted}; this is ${process.version}. ` +
      `Run "npm ci" (it brings Node ${wanted} on Linux and Windows), or install Node ${wanted} from nodejs.org, and try again.`,
  );
  process.exit(1);
}
