import { createNotes, type Notes } from '../notes.ts'

export const KINDS = [
  'setup',
  'generate',
  'send',
  'void',
  'payment',
  'refund',
  'checkout',
  'record',
  'clock',
] as const
export type Kind = (typeof KINDS)[number]

/** One thing that the client wants done once, however often it has to say so. */
export type Operation = {
  kind: Kind
  path: string
  /** A checkout is a form, everything else JSON. */
  body: object
  /** Sent as Idempotency-Key; undefined where asking twice is harmless by nature. */
  key: string | undefined
  /** Unique, and stored with whatever the operation makes. */
  marker: string
  /** Answers that said it is done, each with when it was asked and answered, in real time. */
  done: Done[]
  /** Answers that said it will not be done. */
  refused: string[]
  /** How often it was sent without a definite answer: a 5xx, or a lost connection. */
  unanswered: number
}

export type Done = { status: number; text: string; sentAt: Date; answeredAt: Date }

/** What the client wrote down. Against this the service is judged. */
export type Ledger = Notes & {
  operations: Operation[]
  /** How many were unanswered, and sent again after a round. */
  resent: number
  /** From the first fault of a round until all is well again nobody minds a 5xx. */
  isDisturbed: boolean
}

export function createLedger(): Ledger {
  return { ...createNotes(), operations: [], resent: 0, isDisturbed: false }
}

export type NewOperation = Pick<Operation, 'kind' | 'path' | 'body' | 'marker'> & {
  key?: string
}

export function newOperation(operation: NewOperation): Operation {
  return { key: undefined, ...operation, done: [], refused: [], unanswered: 0 }
}

/** Whether nobody can say from the answers if it was done. */
export function isOpen({ done, refused, unanswered }: Operation): boolean {
  return unanswered > 0 && done.length === 0 && refused.length === 0
}
