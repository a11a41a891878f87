import type { BreakdownQuestion, Days } from '../../api/figures.ts'

/** Filter of a margin; empty for the whole organization. */
export type Subject = Pick<BreakdownQuestion, 'customerId' | 'agentId' | 'planId'>

export type SubjectProps = {
  /** The last 30 days if undefined. */
  days?: Days | undefined
  of: Subject
}
