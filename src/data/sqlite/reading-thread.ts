import { serveWork } from '../../threads/index.ts';
import { readingWork } from './reading-work.ts';

serveWork(readingWork);
