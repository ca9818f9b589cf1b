"""Speech: quotation marks, quotations with their speakers, turns of plays and chats."""
