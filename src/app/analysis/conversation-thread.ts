import { serveWork } from '../../threads/index.ts';
import { conversationWork } from './conversation-work.ts';

serveWork(conversationWork);
