// Never says anything, and never ends.
setInterval(() => {}, 1000);
