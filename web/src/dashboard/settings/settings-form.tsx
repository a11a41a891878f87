import { Fieldset, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Organization, OrganizationUpdate } from '../../api/api-types.ts'
import { organizationQuery, updateOrganization } from '../../api/organization.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Refused } from '../session/refused.tsx'
import { useOrganization } from '../session/use-organization.ts'
import classes from './settings.module.css'

const HEIGHT = 420
const WIDTH = 560

type Values = Record<string, unknown>
type Form = ReturnType<typeof useApiForm<Values, unknown>>['form']

type Props<V extends Values> = {
  /** Convert between settings and form values. */
  initialOf: (settings: Organization) => V
  bodyOf: (values: V) => OrganizationUpdate
  children: (form: Form) => ReactNode
}

/**
 * A form for a part of the settings. Without permission it is read-only and names the roles that
 * may change it.
 */
export function SettingsForm<V extends Values>(props: Props<V>) {
  const { slug } = useOrganization()
  const query = useQuery(organizationQuery(slug))
  return (
    <Loaded query={query} height={HEIGHT}>
      {(settings) => <Filled settings={settings} {...props} />}
    </Loaded>
  )
}

function Filled<V extends Values>(props: Props<V> & { settings: Organization }) {
  const { settings, initialOf, bodyOf, children } = props
  const { slug, refusalOf } = useOrganization()
  const queryClient = useQueryClient()
  const reason = refusalOf('settings')
  const state = useApiForm({
    initial: initialOf(settings) as Values,
    send: (values) => updateOrganization(slug, bodyOf(values as V)),
    onDone: async (saved) => {
      queryClient.setQueryData(organizationQuery(slug).queryKey, saved)
      // The session also contains the name.
      await queryClient.invalidateQueries({ queryKey: ['session'] })
      toast('Settings are saved')
    },
  })
  const fields = <Stack gap="md">{children(state.form)}</Stack>
  return (
    <Stack maw={WIDTH} gap="md">
      {reason === undefined ? (
        <ApiForm state={state} action="Save">
          {fields}
        </ApiForm>
      ) : (
        <>
          <Refused reason={reason} />
          <Fieldset variant="unstyled" disabled className={classes.read}>
            {fields}
          </Fieldset>
        </>
      )}
    </Stack>
  )
}
