UPDATE calls SET sentiment = 'positive', summary = 'A cleaning was booked.' WHERE uuid = 'c1';
