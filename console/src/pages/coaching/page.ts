import {
  IconBook2,
  IconChecklist,
  IconGavel,
  IconMasksTheater,
  IconMessageCircle,
  IconTargetArrow,
  IconTrendingUp,
  IconUserQuestion,
} from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/practice',
    aliases: ['/coach'],
    title: t('Live practice'),
    Icon: IconMessageCircle,
    place: 'coach',
    order: 1,
    Component: lazyPage(() => import('./practice-page.tsx').then(({ PracticePage }) => PracticePage)),
    parts: [
      part(
        '/practice/:uuid',
        lazyPage(() => import('./practice-scenario-page.tsx').then(({ PracticeScenarioPage }) => PracticeScenarioPage)),
      ),
    ],
  },
  {
    path: '/progress',
    title: t('Progress'),
    Icon: IconTrendingUp,
    place: 'coach',
    order: 3,
    Component: lazyPage(() => import('./progress-page.tsx').then(({ ProgressPage }) => ProgressPage)),
  },
  {
    path: '/runs',
    title: t('Practice runs'),
    Icon: IconTargetArrow,
    place: 'coach',
    order: 2,
    Component: lazyPage(() => import('./runs-page.tsx').then(({ RunsPage }) => RunsPage)),
    parts: [
      part(
        '/runs/compare',
        lazyPage(() => import('./compare-page.tsx').then(({ ComparePage }) => ComparePage)),
      ),
      part(
        '/runs/:uuid',
        lazyPage(() => import('./run-page.tsx').then(({ RunPage }) => RunPage)),
      ),
    ],
  },
  {
    path: '/scenarios',
    title: t('Scenarios'),
    Icon: IconMasksTheater,
    place: 'coach',
    order: 4,
    Component: lazyPage(() => import('./scenarios-page.tsx').then(({ ScenariosPage }) => ScenariosPage)),
    parts: [
      part(
        '/scenarios/new',
        lazyPage(() => import('./new-scenario-page.tsx').then(({ NewScenarioPage }) => NewScenarioPage)),
      ),
      part(
        '/scenarios/:uuid',
        lazyPage(() => import('./scenario-page.tsx').then(({ ScenarioPage }) => ScenarioPage)),
      ),
    ],
  },
  {
    path: '/personas',
    title: t('Personas'),
    Icon: IconUserQuestion,
    place: 'coach',
    order: 5,
    Component: lazyPage(() => import('./personas-page.tsx').then(({ PersonasPage }) => PersonasPage)),
    parts: [
      part(
        '/personas/new',
        lazyPage(() => import('./persona-page.tsx').then(({ NewPersonaPage }) => NewPersonaPage)),
      ),
      part(
        '/personas/:uuid',
        lazyPage(() => import('./persona-page.tsx').then(({ PersonaPage }) => PersonaPage)),
      ),
    ],
  },
  {
    path: '/coach-documents',
    title: t('Coach documents'),
    Icon: IconBook2,
    place: 'agents',
    order: 4,
    Component: lazyPage(() =>
      import('./coach-documents-page.tsx').then(({ CoachDocumentsPage }) => CoachDocumentsPage),
    ),
    parts: [
      part(
        '/coach-documents/:uuid',
        lazyPage(() => import('./coach-document-page.tsx').then(({ CoachDocumentPage }) => CoachDocumentPage)),
      ),
    ],
  },
  {
    path: '/rubrics',
    title: t('Rubrics'),
    Icon: IconChecklist,
    place: 'coach',
    order: 7,
    Component: lazyPage(() => import('./rubrics-page.tsx').then(({ RubricsPage }) => RubricsPage)),
  },
  {
    path: '/judge',
    title: t('Judge'),
    Icon: IconGavel,
    place: 'coach',
    order: 8,
    Component: lazyPage(() => import('./judge-page.tsx').then(({ JudgePage }) => JudgePage)),
  },
];
