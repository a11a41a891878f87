import type { ReactNode } from 'react'
import { AGENTS, CUSTOMERS, PLANS, signalsOf } from '../../api/choices.ts'
import { LazyPicker } from './lazy-picker.tsx'

type Props = {
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Label of the empty choice; by default it means all, as in a filter. */
  any?: string
  error?: ReactNode
}

export function CustomerPicker({
  any = 'Any customer',
  w = 180,
  ...props
}: Props & { w?: number | string }) {
  return <LazyPicker {...props} choices={CUSTOMERS} label="Customer" any={any} w={w} />
}

export function AgentPicker({
  any = 'Any agent',
  w = 150,
  ...props
}: Props & { w?: number | string }) {
  return <LazyPicker {...props} choices={AGENTS} label="Agent" any={any} w={w} />
}

export function PlanPicker({ any = 'Any plan', ...props }: Props) {
  return <LazyPicker {...props} choices={PLANS} label="Plan" any={any} w={150} />
}

/** Signals of an agent, or of all agents if none is selected. */
export function SignalPicker({
  any = 'Any signal',
  agentId,
  ...props
}: Props & { agentId?: string | undefined }) {
  return <LazyPicker {...props} choices={signalsOf(agentId)} label="Signal" any={any} w={150} />
}
