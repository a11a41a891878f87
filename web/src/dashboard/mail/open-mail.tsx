import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { EmailSummary } from '../../api/api-types.ts'

const MailDialog = lazy(() => import('./mail-dialog.tsx'))

export function OpenMail({ mail }: { mail: EmailSummary }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        maw={360}
        py={3}
        truncate
        title={mail.subject}
        onClick={dialog.open}
      >
        {mail.subject}
      </Anchor>
      <Suspense>{isOpen && <MailDialog mail={mail} onClose={dialog.close} />}</Suspense>
    </>
  )
}
