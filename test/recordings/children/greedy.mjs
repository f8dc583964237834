// Says that it lives, and takes all the memory there is.
const kept = [];
setInterval(() => {
  kept.push(Buffer.alloc(64 * 1024 * 1024, 1));
  process.send?.('alive');
}, 20);
