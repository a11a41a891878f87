import { Fieldset, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { renameSlug } from '../../api/organization.ts'
import { sessionQuery } from '../../api/session.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { Refused } from '../session/refused.tsx'
import { useOrganization } from '../session/use-organization.ts'
import classes from './settings.module.css'

const WIDTH = 560

/** Changes the organization's name in dashboard URLs. URLs with the old name stop working. */
export function SlugSection() {
  const { slug, refusalOf } = useOrganization()
  const reason = refusalOf('rename_slug')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const state = useApiForm({
    initial: { slug },
    send: (values) => renameSlug(slug, values),
    onDone: async (_, values) => {
      await queryClient.refetchQueries(sessionQuery)
      await navigate({ to: '/o/$slug/settings/organization', params: { slug: values.slug } })
      toast('The dashboard address has been changed')
    },
  })
  const field = (
    <TextField
      form={state.form}
      name="slug"
      label="Name in the address"
      description={`${location.origin}/o/${slug}. Links with the old name stop working.`}
    />
  )
  return (
    <Stack maw={WIDTH} gap="md">
      {reason === undefined ? (
        <ApiForm state={state} action="Change address" isPlain>
          {field}
        </ApiForm>
      ) : (
        <>
          <Refused reason={reason} />
          <Fieldset variant="unstyled" disabled className={classes.read}>
            {field}
          </Fieldset>
        </>
      )}
    </Stack>
  )
}
