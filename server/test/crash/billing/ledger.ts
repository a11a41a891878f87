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

/** An operation that the client wants done once, however often it is sent. */
export type Operation = {
  kind: Kind
  path: string
  /** Sent as a form for a checkout, and as JSON otherwise. */
  body: object
  /** Sent as Idempotency-Key; undefined for operations that are idempotent anyway. */
  key: string | undefined
  /** Unique, and stored with whatever the operation creates. */
  marker: string
  /** Success answers, with the real times of request and answer. */
  done: Done[]
  /** Refusals. */
  refused: string[]
  /** Number of attempts without a definite answer: a 5xx, or a lost connection. */
  unanswered: number
}

export type Done = { status: number; text: string; sentAt: Date; answeredAt: Date }

/** The client's record, against which the service is checked. */
export type Ledger = Notes & {
  operations: Operation[]
  /** Number of unanswered operations that were sent again after a round. */
  resent: number
  /** True from the first fault of a round until recovery, while 5xx answers are allowed. */
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

/** True if the answers do not tell whether the operation was done. */
export function isOpen({ done, refused, unanswered }: Operation): boolean {
  return unanswered > 0 && done.length === 0 && refused.length === 0
}
