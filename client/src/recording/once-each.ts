const DIFFERENT_MAX = 10

/**
 * Returns a function that passes each text on once, so that a busy program does not fill its log.
 * After ten different texts it passes on `further` instead, and then nothing.
 */
export function onceEach(pass: (text: string) => void, further: string): (text: string) => void {
  const passed = new Set<string>()
  return (text) => {
    if (passed.size > DIFFERENT_MAX || passed.has(text)) return
    passed.add(text)
    pass(passed.size > DIFFERENT_MAX ? further : text)
  }
}
