#!/usr/bin/env node
import { afterSetUp } from './set-up/set-up.mjs';

await afterSetUp({ models: [], parts: ['API types'] }, () => 0);
