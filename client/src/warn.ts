/** The client's only way to say something unasked: a warning of the process. */
export function warn(text: string): void {
  globalThis.process?.emitWarning?.(text, 'PieceworkWarning')
}
