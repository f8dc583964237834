// Sends a sign of life and then allocates memory without limit.
const kept = [];
setInterval(() => {
  kept.push(Buffer.alloc(64 * 1024 * 1024, 1));
  process.send?.('alive');
}, 20);
