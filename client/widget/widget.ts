import { meterShare } from '../audio/level.ts';
import { type Conversation, createConversation } from '../website/conversation.ts';
import { element, icon, icons } from './element.ts';
import { chooseLanguage, t } from './language.ts';
import type { WidgetOptions } from './options.ts';
import { createPanel, type Panel } from './panel.ts';
import style from './style.css?raw';

/** Styles of the element in the page, which style sheets of the page cannot override. */
const hostStyle = { all: 'initial', display: 'contents', visibility: 'visible' } as const;

/** Adds the button to the page. Nothing is requested from the server before a visitor presses it. */
export function openWidget(options: WidgetOptions): void {
  chooseLanguage(options.language);
  const host = createHost(() => conversation.end());
  host.setAttribute('data-theme', options.theme);
  for (const [name, value] of Object.entries(hostStyle)) host.style.setProperty(name, value, 'important');
  if (options.color !== undefined) host.style.setProperty('--accent', options.color, 'important');
  if (options.colorText !== undefined) host.style.setProperty('--on-accent', options.colorText, 'important');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];

  const conversation = createConversation({ ...options, audioModules: [options.script] });
  const label = options.label ?? t('Talk to us');
  const launcher = element(
    'button',
    { class: 'launcher filled', type: 'button', 'aria-expanded': 'false', 'aria-controls': 'panel' },
    [icon(icons.talk), element('span', {}, [label])],
  );
  const panel = createPanel(conversation, () => show(false));
  const root = element('div', { class: `root ${options.position}`, lang: options.language, dir: 'auto' }, [
    panel.node,
    launcher,
  ]);
  panel.node.hidden = true;

  function show(isOpen: boolean): void {
    panel.node.hidden = !isOpen;
    launcher.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return launcher.focus();
    panel.focus();
    // What a visitor can do is known then.
    void conversation.load().then(() => {
      if (panel.node.hidden === false) panel.focus();
    });
  }
  launcher.addEventListener('click', () => show(panel.node.hidden !== false));
  panel.node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false);
  });
  conversation.subscribe(() => panel.show(conversation.state));
  panel.show(conversation.state);
  addEventListener('pagehide', () => conversation.end());
  drawLevels(conversation, panel);
  shadow.append(root);
  document.body.append(host);
}

const hostName = 'parley-widget';

/** Creates the element that contains the widget. Removing it from the page ends the conversation. */
function createHost(onRemoved: () => void): HTMLElement {
  if (customElements.get(hostName) === undefined)
    customElements.define(
      hostName,
      class extends HTMLElement {
        disconnectedCallback(): void {
          this.dispatchEvent(new Event('removed'));
        }
      },
    );
  const host = document.createElement(hostName);
  host.addEventListener('removed', onRemoved);
  return host;
}

/** Shows how loud the visitor is, while a call is on. */
function drawLevels(conversation: Conversation, panel: Panel): void {
  let frame = 0;
  const draw = (): void => {
    panel.level(meterShare(conversation.levels.callerDbfs));
    frame = requestAnimationFrame(draw);
  };
  conversation.subscribe(() => {
    cancelAnimationFrame(frame);
    if (panel.isCalling()) frame = requestAnimationFrame(draw);
  });
}
