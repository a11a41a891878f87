import type { BreakdownQuestion, Days } from '../../api/figures.ts'

/** Whose margin it is; of the whole organization if nothing is given. */
export type Subject = Pick<BreakdownQuestion, 'customerId' | 'agentId' | 'planId'>

export type SubjectProps = {
  /** The last 30 days if undefined. */
  days?: Days | undefined
  of: Subject
}
