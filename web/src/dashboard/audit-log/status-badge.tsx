import { StateBadge } from '../../ui/states/state-badge.tsx'

/** What was answered, as a sign and a number. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'over' : 'good'
  return <StateBadge tone={tone} label={String(status)} />
}
