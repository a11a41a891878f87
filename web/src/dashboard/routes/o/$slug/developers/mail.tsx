import { createFileRoute } from '@tanstack/react-router'
import { MailPage } from '../../../../mail/mail-page.tsx'
import { mailSearch } from '../../../../mail/mail-search.ts'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/developers/mail')({
  validateSearch: mailSearch,
  component: MailRoute,
})

function MailRoute() {
  const navigate = Route.useNavigate()
  return (
    <Allowed title="Captured mail" permission="captured_mail">
      <MailPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
    </Allowed>
  )
}
