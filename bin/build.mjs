#!/usr/bin/env node
import { afterSetUp, root } from './set-up/set-up.mjs';
import { removeShrinkwrap, writeShrinkwrap } from './set-up/shrinkwrap.mjs';

const [option] = process.argv.slice(2);
if (option === '--after-package') removeShrinkwrap(root);
else
  await afterSetUp({ models: [] }, () => {
    if (option === '--for-package') writeShrinkwrap(root);
  });
