import { NativeSelect, TextInput } from '@mantine/core'
import type { PortalSubscription } from '../../api/api-types.ts'
import { isDay } from '../../ui/values/dates.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { usePortalNavigate } from '../shell/portal-link.tsx'
import classes from './usage.module.css'
import type { UsageSearch } from './usage-search.ts'

type Props = {
  subscription: PortalSubscription
  all: readonly PortalSubscription[]
  search: UsageSearch
}

/** Filters by subscription and time; the URL holds their state. */
export function UsageFilters({ subscription, all, search }: Props) {
  const { businessNow } = usePortalSession()
  const navigate = usePortalNavigate()
  const go = (change: UsageSearch) =>
    navigate({ to: '/portal/usage', search: { ...search, ...change } })
  const goToPeriod = (period: string) => {
    if (period !== 'days') {
      return go({
        period: period === 'previous' ? period : undefined,
        from: undefined,
        to: undefined,
      })
    }
    const today = businessNow.slice(0, 10)
    return go({
      period: 'days',
      from: search.from ?? `${today.slice(0, 8)}01`,
      to: search.to ?? today,
    })
  }
  return (
    <div className={classes.filters}>
      {all.length > 1 && (
        <NativeSelect
          label="Subscription"
          value={subscription.id}
          data={all.map((one) => ({ value: one.id, label: labelOf(one) }))}
          onChange={({ currentTarget: { value } }) => go({ subscription: value })}
        />
      )}
      <NativeSelect
        label="Period"
        value={search.period ?? ''}
        data={[
          { value: '', label: 'Current period' },
          { value: 'previous', label: 'Previous period' },
          { value: 'days', label: 'Custom dates' },
        ]}
        onChange={({ currentTarget: { value } }) => goToPeriod(value)}
      />
      {search.period === 'days' && (
        <>
          <Day label="From" value={search.from} onChange={(from) => go({ from })} />
          <Day label="To" value={search.to} onChange={(to) => go({ to })} />
        </>
      )}
    </div>
  )
}

const labelOf = ({ planName, agentName }: PortalSubscription) => `${planName}, ${agentName}`

type DayProps = { label: string; value: string | undefined; onChange: (day: string) => void }

/** A native date field, which opens the phone's own calendar. */
function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      defaultValue={value}
      onChange={({ currentTarget }) => {
        if (isDay(currentTarget.value)) onChange(currentTarget.value)
      }}
    />
  )
}
