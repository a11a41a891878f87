import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { PortalAutoTopUp } from '../../api/api-types.ts'
import {
  portalAutoTopUpsQuery,
  portalCreditQuery,
  portalPaymentMethodsQuery,
  portalSubscriptionsQuery,
} from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { usePortalSession } from '../session/portal-session.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'
import { AutoTopUpCard } from './auto-top-up-card.tsx'

const AutoTopUpForm = lazy(() => import('./auto-top-up-form.tsx'))

/** Charges the saved method when little credit is available, if the customer agrees. */
export function AutoTopUps() {
  const { paymentsAvailable } = usePortalSession()
  const asked = { enabled: paymentsAvailable }
  const credit = useQuery({ ...portalCreditQuery, ...asked })
  const subscriptions = useQuery({ ...portalSubscriptionsQuery, ...asked })
  const methods = useQuery({ ...portalPaymentMethodsQuery, ...asked })
  const autoTopUps = useQuery({ ...portalAutoTopUpsQuery, ...asked })
  /** The agreement whose terms are changed, or true for a new one. */
  const [editing, setEditing] = useState<PortalAutoTopUp | true>()
  if (!credit.data || !subscriptions.data || !methods.data || !autoTopUps.data) return null
  const { results } = autoTopUps.data
  const known = [...credit.data.credit, ...subscriptions.data.results, ...results]
  const isOn = (currency: string) =>
    results.some((one) => one.currency === currency && one.status !== 'off')
  const free = [...new Set(known.map(({ currency }) => currency))].filter((one) => !isOn(one))
  const [method] = methods.data
  if (known.length === 0) return null
  return (
    <Section
      title="Automatic top-up"
      about="Your saved card is charged when little of your credit is left, so that work does not stop."
      action={
        method &&
        free.length > 0 &&
        !editing && <Button onClick={() => setEditing(true)}>Set up</Button>
      }
    >
      {results.map((one) => (
        <AutoTopUpCard key={one.id} autoTopUp={one} onChange={method && (() => setEditing(one))} />
      ))}
      {!method && free.length > 0 && (
        <Text>
          It needs a saved card.{' '}
          <PortalAnchor to="/portal/profile" underline="always">
            Add a card
          </PortalAnchor>
        </Text>
      )}
      <Suspense>
        {editing && method && (
          <AutoTopUpForm
            key={editing === true ? 'new' : editing.id}
            currencies={editing === true ? free : [editing.currency]}
            before={editing === true ? undefined : editing}
            method={method}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </Section>
  )
}
