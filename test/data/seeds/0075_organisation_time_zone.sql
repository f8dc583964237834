UPDATE organisations SET timezone = 'Asia/Kolkata';
