import type { Conversation, ConversationState } from '../website/conversation.ts';
import type { ChatLine } from '../website/lines.ts';
import { element, icon, icons } from './element.ts';
import { t } from './language.ts';
import { troubleTexts } from './texts.ts';

export interface Panel {
  readonly node: HTMLElement;
  show(state: ConversationState): void;
  /** Moves the focus to where a visitor begins. */
  focus(): void;
  /** Shows a level, 0 to 1. */
  level(share: number): void;
  isCalling(): boolean;
}

const maxCharacters = 500;

/** Creates the panel with the conversation, the text field and the microphone. */
export function createPanel(conversation: Conversation, close: () => void): Panel {
  const title = element('h2', { id: 'title' }, [t('Assistant')]);
  const closing = element('button', { type: 'button', 'aria-label': t('Close'), title: t('Close') }, [
    icon(icons.close),
  ]);
  const lines = element('div', { class: 'lines', role: 'log', 'aria-label': t('Conversation'), tabindex: '0' });
  const notice = element('p', { class: 'quiet' }, [
    t('You are talking with an automated assistant. Conversations are recorded.'),
  ]);
  const status = element('p', { class: 'quiet', role: 'status' });
  const trouble = element('p', { class: 'trouble', role: 'alert' });
  const voice = createVoiceBar(conversation);
  const writing = createForm(conversation);
  const node = element('section', { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'title' }, [
    element('div', { class: 'head' }, [title, closing]),
    lines,
    notice,
    status,
    trouble,
    voice.node,
    writing.node,
  ]);
  closing.addEventListener('click', close);
  const showLines = lineView(lines);
  let current = conversation.state;

  return {
    node,
    show(state) {
      const before = current;
      current = state;
      title.textContent = state.agent?.agent_name ?? t('Assistant');
      notice.hidden = state.lines.length > 0;
      showLines(state.lines);
      setText(status, statusText(state));
      setText(trouble, state.trouble === undefined ? '' : troubleTexts[state.trouble]());
      voice.show(state);
      writing.show(state);
      // Without a microphone, the visitor writes.
      const isNew = state.trouble !== before.trouble && state.trouble !== undefined;
      if (isNew && !writing.node.hidden && !node.hidden) writing.focus();
    },
    focus() {
      if (!writing.node.hidden) writing.focus();
      else if (!voice.node.hidden) voice.focus();
      else closing.focus();
    },
    level: voice.level,
    isCalling: () => current.phase === 'calling',
  };
}

/** Unchanged texts are not set again: a screen reader would repeat them. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
  node.hidden = text === '';
}

function statusText({ phase, lineState, isMuted, agent }: ConversationState): string {
  const name = agent?.agent_name ?? t('Assistant');
  switch (phase) {
    case 'opening':
      return t('Connecting…');
    case 'calling':
      if (isMuted) return t('Your microphone is off.');
      if (lineState === 'speaking') return t('{name} speaks. Your microphone is on.', { name });
      return lineState === 'thinking' ? t('{name} thinks about it.', { name }) : t('Your microphone is on. Speak now.');
    case 'replying':
      return t('{name} is writing…', { name });
    case 'ended':
      return t('The conversation is over.');
    default:
      return '';
  }
}

/** Returns a function that shows lines and keeps the newest one in sight. */
function lineView(list: HTMLElement): (lines: readonly ChatLine[]) => void {
  const shown = new Map<string, HTMLElement>();
  return (lines) => {
    const keys = new Set(lines.map(({ key }) => key));
    for (const [key, node] of shown) {
      if (keys.has(key)) continue;
      node.remove();
      shown.delete(key);
    }
    lines.forEach((line, index) => {
      const node = shown.get(line.key) ?? element('p', {}, [element('span', { class: 'unseen' }), element('span')]);
      shown.set(line.key, node);
      const [speaker, text] = node.children as unknown as [HTMLElement, HTMLElement];
      setText(speaker, line.speaker === 'visitor' ? `${t('You')}: ` : `${t('Assistant')}: `);
      setText(text, line.text);
      node.className = `line ${line.speaker}${line.isFinal ? '' : ' open'}`;
      if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
    });
    list.scrollTop = list.scrollHeight;
  };
}

function createVoiceBar(conversation: Conversation) {
  const callText = element('span', {}, [t('Talk')]);
  const calling = element('button', { type: 'button', class: 'filled' }, [icon(icons.microphone), callText]);
  const muting = element('button', { type: 'button', class: 'plain', 'aria-pressed': 'false' }, [
    icon(icons.microphone),
    element('span', {}, [t('Mute')]),
  ]);
  const level = element('i');
  const meter = element('div', { class: 'meter', 'aria-hidden': 'true' }, [level]);
  const ending = element('button', { type: 'button', class: 'plain' }, [
    icon(icons.end),
    element('span', {}, [t('End')]),
  ]);
  const node = element('div', { class: 'bar' }, [calling, muting, meter, ending]);
  calling.addEventListener('click', () => conversation.call());
  muting.addEventListener('click', () => conversation.mute(!conversation.state.isMuted));
  ending.addEventListener('click', () => conversation.end());
  return {
    node,
    focus: () => calling.focus(),
    level(share: number) {
      level.style.setProperty('transform', `scaleX(${share.toFixed(2)})`);
    },
    show({ phase, agent, isMuted }: ConversationState) {
      const isCalling = phase === 'calling';
      const canEnd = isCalling || phase === 'opening' || phase === 'chatting' || phase === 'replying';
      const hadFocus = node.contains((node.getRootNode() as ShadowRoot).activeElement);
      calling.hidden = isCalling || phase === 'opening' || agent?.voice !== true;
      muting.hidden = !isCalling;
      muting.setAttribute('aria-pressed', String(isMuted));
      meter.hidden = !isCalling;
      ending.hidden = !canEnd;
      node.hidden = calling.hidden && !canEnd;
      // The buttons replace each other under the focus of the keyboard.
      if (hadFocus && (node.getRootNode() as ShadowRoot).activeElement === null) (canEnd ? ending : calling).focus();
    },
  };
}

function createForm(conversation: Conversation) {
  const field = element('input', {
    id: 'text',
    maxlength: String(maxCharacters),
    autocomplete: 'off',
    placeholder: t('Write a message'),
    'aria-label': t('Message'),
  });
  const sending = element('button', { class: 'filled', 'aria-label': t('Send'), title: t('Send') }, [icon(icons.send)]);
  const node = element('form', {}, [field, sending]);
  node.addEventListener('submit', (event) => {
    event.preventDefault();
    if (sending.disabled || field.value.trim() === '') return;
    void conversation.write(field.value);
    field.value = '';
  });
  return {
    node,
    focus: () => field.focus(),
    show({ phase, agent }: ConversationState) {
      node.hidden = agent?.text !== true || phase === 'calling';
      sending.disabled = phase === 'opening' || phase === 'replying';
    },
  };
}
