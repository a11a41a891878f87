import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AutoTopUp } from '../../../api/api-types.ts'
import { autoTopUpsQuery, switchOffAutoTopUp } from '../../../api/credit.ts'
import { offReason, STATES, termsInWords } from '../../../ui/billing/auto-top-up-words.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

/** Automatic top-ups of the customer, with the consent to them; nothing until there is one. */
export function AutoTopUps() {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  const { data } = useQuery(autoTopUpsQuery(slug, id))
  if (!data || data.autoTopUps.length === 0) return null
  return (
    <Section
      title="Automatic top-up"
      about="The saved card is charged when less than an amount is available. The customer agreed to it."
    >
      {data.autoTopUps.map((one) => (
        <Agreement key={one.id} autoTopUp={one} />
      ))}
    </Section>
  )
}

function Agreement({ autoTopUp }: { autoTopUp: AutoTopUp }) {
  const { currency, status, stopReason, nextAttemptAt, failures, topUpsThisMonth } = autoTopUp
  return (
    <Paper withBorder p="md" component="section" aria-label={`Automatic top-up in ${currency}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={500}>{termsInWords(autoTopUp)}</Text>
          <StateBadge {...STATES[status]} />
        </Group>
        <Text size="sm">
          {stopReason === null ? `${topUpsThisMonth} this month. ` : `${offReason(stopReason)} `}
          {failures > 0 && stopReason === null && `Failures in a row: ${failures}. `}
          {nextAttemptAt !== null && (
            <>
              Nothing is charged before <Timestamp at={nextAttemptAt} />.
            </>
          )}
        </Text>
        <Consent autoTopUp={autoTopUp} />
        {status !== 'off' && (
          <Group>
            <SwitchOff autoTopUp={autoTopUp} />
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function Consent({ autoTopUp }: { autoTopUp: AutoTopUp }) {
  const { consentedBy, consentText, consentedAt, consentSource } = autoTopUp
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {consentSource === 'customer' ? 'Agreed in the portal by ' : 'Agreed, as you stated, by '}
      <bdi>{consentedBy}</bdi>, <Timestamp at={consentedAt} as="day" />: “<bdi>{consentText}</bdi>”
    </Text>
  )
}

function SwitchOff({ autoTopUp: { id, customerId, currency } }: { autoTopUp: AutoTopUp }) {
  const { slug } = useOrganization()
  const { name } = useCustomer()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AllowedButton permission="bill" variant="default" onClick={() => setOpen(true)}>
        Switch off
      </AllowedButton>
      <ConfirmDialog
        title="Switch off automatic top-ups?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action="Switch off"
        run={async () => {
          await switchOffAutoTopUp(slug, customerId, id)
          toast(`Automatic top-ups in ${currency} are off`)
          await queryClient.invalidateQueries({ queryKey: [slug] })
        }}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          The card of {name} is no longer charged automatically. To turn it on again, the customer
          has to agree again.
        </Text>
      </ConfirmDialog>
    </>
  )
}
