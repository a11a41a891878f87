/** Observations of every crash test. */
export type Notes = {
  /** Answers by status, and lost connections by reason. */
  answers: Map<string, number>
  /** Each violation once, with the round that first found it. */
  violations: Map<string, string>
  /** The current step, for violation messages. */
  stage: string
  slowestAnswer: { milliseconds: number; what: string }
}

export function createNotes(): Notes {
  return {
    answers: new Map(),
    violations: new Map(),
    stage: 'start',
    slowestAnswer: { milliseconds: 0, what: 'none' },
  }
}

/** Counts a request by its outcome: the status, or the reason why there was no answer. */
export function countRequest(
  notes: Notes,
  { path, outcome, milliseconds }: { path: string; outcome: string; milliseconds: number },
): void {
  notes.answers.set(outcome, (notes.answers.get(outcome) ?? 0) + 1)
  if (milliseconds <= notes.slowestAnswer.milliseconds) return
  notes.slowestAnswer = { milliseconds, what: `${path}, ${outcome}, ${notes.stage}` }
}

export function noteViolation(notes: Notes, violation: string): void {
  if (!notes.violations.has(violation)) notes.violations.set(violation, notes.stage)
}
