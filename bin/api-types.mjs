#!/usr/bin/env node
import { afterSetUp } from './set-up/set-up.mjs';

await afterSetUp({ models: [], parts: ['server', 'API types'] }, () => 0);
