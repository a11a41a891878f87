/** Emits a process warning: the only output of the client that is not requested. */
export function warn(text: string): void {
  globalThis.process?.emitWarning?.(text, 'PieceworkWarning')
}
