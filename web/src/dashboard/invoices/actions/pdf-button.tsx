import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { invoicePdf } from '../../../api/invoices.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { useOrganization } from '../../session/use-organization.ts'

export function PdfButton({ invoiceId }: { invoiceId: string }) {
  const { slug } = useOrganization()
  const { mutate, isPending } = useMutation({
    mutationFn: () => invoicePdf(slug, invoiceId),
    onSuccess: saveFile,
    onError: (error) => toast(`The PDF could not be created. ${error.message}`),
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      PDF
    </Button>
  )
}
