// Never sends a message and never exits.
setInterval(() => {}, 1000);
