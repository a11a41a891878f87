/** Emits a process warning: the only output of the client that is not requested. */
export function warn(text: string): void {
  const { process, console } = globalThis
  if (process?.emitWarning) process.emitWarning(text, 'PieceworkWarning')
  // Workers and browsers have no process warnings.
  else console?.warn(`PieceworkWarning: ${text}`)
}
