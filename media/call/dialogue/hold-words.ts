/** Longer than this, it is told of a wait rather than asked for one. */
const mostWords = 14;

const asked =
  /\b(hold on|hang on|hold the line|please (hold|wait)|bear with me|wait (up|a|one|just)|(just )?(a|one|two|half a) (quick )?(moment|second|sec|minute|min|mo)s?|give me a (moment|second|sec|minute|min)|let me (check|look|see|find|get|grab|ask|pull)|i'll be (right )?back|be right (back|with you)|stay on the line|ek (minute|second|sec)|(thoda |zara )?ruk(o|iye|iye ga|na)|hold k(ar|iji)\w*)\b|एक (मिनट|सेकंड|सेकेंड)|रुक(ो|िए|िये|ना)|होल्ड/;

/** Whether whoever says this asks to be waited for. */
export function asksToWait(text: string): boolean {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return plain.trim().split(/\s+/).length <= mostWords && asked.test(plain);
}
