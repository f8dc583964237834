const lookEveryMs = 500;

/** Runs in its own thread, which continues while the main thread is stuck in a loop. */
const watch = (parent: number): string =>
  `setInterval(()=>{if(process.ppid!==${parent})process.kill(-process.pid,'SIGKILL')},${lookEveryMs})`;

/**
 * Returns arguments that make a Node process, as a group leader, end with its parent, together with all processes it
 * has started, however the parent ends and whatever this process is doing. A killed parent sends no notice, and a
 * process stuck in a loop would not receive it.
 */
export function endingWithParent(parent: number = process.pid): string[] {
  // A failure of the watcher must not fail the watched process.
  const thread = `new Worker(${JSON.stringify(watch(parent))},{eval:true,execArgv:[],resourceLimits:{maxOldGenerationSizeMb:8,maxYoungGenerationSizeMb:1,stackSizeMb:1}}).on('error',()=>{}).unref()`;
  const code = `import{Worker,isMainThread}from'node:worker_threads';if(isMainThread)${thread}`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
