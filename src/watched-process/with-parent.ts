const lookEveryMs = 500;

/** Runs in its own thread, which continues while the process itself is stuck in a loop. */
const watch = (parent: number): string =>
  `setInterval(()=>{if(process.ppid!==${parent})process.kill(-process.pid,'SIGKILL')},${lookEveryMs})`;

/**
 * Arguments for a Node process that leads a group: it and what it has started end with the process that started it, however
 * that ends and whatever this one does. A parent that is killed tells nobody, and who is stuck does not hear that it is
 * gone.
 */
export function endingWithParent(parent: number = process.pid): string[] {
  // A failure of the watcher is not a failure of the watched process.
  const thread = `new Worker(${JSON.stringify(watch(parent))},{eval:true,execArgv:[],resourceLimits:{maxOldGenerationSizeMb:8,maxYoungGenerationSizeMb:1,stackSizeMb:1}}).on('error',()=>{}).unref()`;
  const code = `import{Worker,isMainThread}from'node:worker_threads';if(isMainThread)${thread}`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
