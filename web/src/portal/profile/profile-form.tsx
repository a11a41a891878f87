import { Alert, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PortalProfile } from '../../api/api-types.ts'
import { portalProfileQuery, portalSessionQuery, updatePortalProfile } from '../../api/portal.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { FieldGrid } from '../../ui/forms/field-grid.tsx'
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { dropDraft, findDraft, keepDraft } from '../session/draft.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { PROFILE_LABELS as LABELS } from './profile-texts.ts'
import { changesOf, type ProfileValues, toBody, valuesOf } from './profile-values.ts'

/**
 * Edits the customer details printed on invoices. Input is kept as a draft until it is saved or
 * discarded.
 */
export function ProfileForm({ profile }: { profile: PortalProfile }) {
  const { customerId } = usePortalSession()
  const queryClient = useQueryClient()
  /** Values when the form was opened or last saved. */
  const saved = useRef(valuesOf(profile))
  const [draft] = useState(() => findDraft(customerId))
  const [news, setNews] = useState<'restored' | 'saved' | undefined>(
    draft === undefined ? undefined : 'restored',
  )
  const state = useApiForm({
    initial: saved.current,
    send: (values) => updatePortalProfile(toBody(changesOf(saved.current, values))),
    onDone: (after, values) => {
      saved.current = values
      state.form.resetDirty(values)
      dropDraft()
      setNews('saved')
      queryClient.setQueryData(portalProfileQuery.queryKey, after)
      // Every page shows the customer's name.
      void queryClient.invalidateQueries(portalSessionQuery)
    },
    onChange: (values) => keepDraft(customerId, changesOf(saved.current, values)),
  })
  const { form } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form mounts
  useEffect(() => {
    if (draft !== undefined) form.setValues(draft as Partial<ProfileValues>)
  }, [])
  const discard = () => {
    form.setValues(saved.current)
    form.resetDirty(saved.current)
    dropDraft()
    setNews(undefined)
  }
  return (
    <>
      <div role="status">
        {news === 'restored' && (
          <Alert mb="md">Your earlier changes are back in the form. They are not saved yet.</Alert>
        )}
        {news === 'saved' && <Text mb="sm">Saved. The changes apply to your next invoices.</Text>}
      </div>
      <ApiForm
        state={state}
        action="Save"
        isLong
        cancel={
          <Button variant="default" onClick={discard}>
            Discard changes
          </Button>
        }
      >
        <FieldGrid>
          <TextField form={form} name="name" label={LABELS.name} autoComplete="organization" />
          <TextField
            form={form}
            name="email"
            type="email"
            label={LABELS.email}
            description="Invoices are sent to this address."
            autoComplete="email"
          />
          <TextField
            form={form}
            name="billingContactName"
            label={LABELS.billingContactName}
            autoComplete="name"
          />
          <TextField
            form={form}
            name="billingContactEmail"
            type="email"
            label={LABELS.billingContactEmail}
            autoComplete="off"
          />
          <TextField
            form={form}
            name="addressLine1"
            label={LABELS.addressLine1}
            autoComplete="address-line1"
          />
          <TextField
            form={form}
            name="addressLine2"
            label={LABELS.addressLine2}
            autoComplete="address-line2"
          />
          <TextField form={form} name="zipCode" label={LABELS.zipCode} autoComplete="postal-code" />
          <TextField form={form} name="city" label={LABELS.city} autoComplete="address-level2" />
          <TextField form={form} name="state" label={LABELS.state} autoComplete="address-level1" />
          <TextField
            form={form}
            name="country"
            label={LABELS.country}
            description="Two-letter code, such as DE or US, or the name as printed on invoices."
            autoComplete="country-name"
          />
          <TextField form={form} name="phone" type="tel" label={LABELS.phone} autoComplete="tel" />
          <TextField
            form={form}
            name="taxId"
            label={LABELS.taxId}
            description="Printed on invoices as entered, such as VAT DE123456789."
            autoComplete="off"
          />
          <TextAreaField
            form={form}
            name="invoiceEmailRecipients"
            label={LABELS.invoiceEmailRecipients}
            description="One email address per line."
            rows={3}
          />
        </FieldGrid>
      </ApiForm>
      <UnsavedGuard isUnsaved={() => form.isDirty()} />
    </>
  )
}
